// Included first when better-sqlite3 is compiled for Node-API 9 (see sqlite-for-electron.ts).
//
// Node-API 10 can keep a reference to any value, Node-API 9 only to objects, functions and symbols: for a
// string napi_create_reference answers napi_invalid_arg. better-sqlite3 keeps strings and arbitrary values, so
// for these two types the reference holds an object, and the value is its property "kept".
#pragma once

#include <napi.h>

namespace countersign_tests {

template <typename Kept>
class KeptInObject {
 public:
  KeptInObject() = default;
  KeptInObject(KeptInObject&&) = default;
  KeptInObject& operator=(KeptInObject&&) = default;

  void Reset() { holder_.Reset(); }

  void Reset(const Kept& value, uint32_t count = 0) {
    if (value.IsEmpty()) return Reset();
    Napi::HandleScope scope(value.Env());
    Napi::Object holder = Napi::Object::New(value.Env());
    napi_set_named_property(value.Env(), holder, "kept", value);
    holder_.Reset(holder, count);
  }

  Kept Value() const {
    napi_value value = nullptr;
    if (holder_.IsEmpty()) return Kept();
    napi_get_named_property(holder_.Env(), holder_.Value(), "kept", &value);
    return Kept(holder_.Env(), value);
  }

  bool IsEmpty() const { return holder_.IsEmpty(); }
  Napi::Env Env() const { return holder_.Env(); }

 private:
  Napi::Reference<Napi::Object> holder_;
};

}  // namespace countersign_tests

namespace Napi {

template <>
class Reference<String> : public countersign_tests::KeptInObject<String> {
 public:
  static Reference New(const String& value, uint32_t count = 0) {
    Reference made;
    made.Reset(value, count);
    return made;
  }
};

template <>
class Reference<Value> : public countersign_tests::KeptInObject<Value> {
 public:
  static Reference New(const Napi::Value& value, uint32_t count = 0) {
    Reference made;
    made.Reset(value, count);
    return made;
  }
};

}  // namespace Napi
