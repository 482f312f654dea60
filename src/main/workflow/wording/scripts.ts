/** Of which script a letter is (Unicode). Pure. */

/** First those that are met most. */
const NAMES =
  `Latin Cyrillic Greek Arabic Hebrew Devanagari Thai Armenian Georgian Ethiopic Bengali Gurmukhi Gujarati Oriya
Tamil Telugu Kannada Malayalam Sinhala Lao Tibetan Myanmar Khmer Mongolian Cherokee Canadian_Aboriginal Ogham Runic
Thaana Syriac Nko Samaritan Mandaic Tagalog Hanunoo Buhid Tagbanwa Limbu Tai_Le New_Tai_Lue Tai_Tham Tai_Viet Buginese
Balinese Sundanese Batak Lepcha Ol_Chiki Vai Bamum Lisu Yi Saurashtra Kayah_Li Rejang Javanese Cham Meetei_Mayek
Syloti_Nagri Phags_Pa Glagolitic Coptic Tifinagh Deseret Shavian Osmanya Osage Elbasan Caucasian_Albanian Vithkuqi
Old_Italic Gothic Old_Permic Ugaritic Old_Persian Linear_A Linear_B Cypriot Carian Lycian Lydian Phoenician
Imperial_Aramaic Palmyrene Nabataean Hatran Meroitic_Hieroglyphs Meroitic_Cursive Kharoshthi Old_South_Arabian
Old_North_Arabian Manichaean Avestan Inscriptional_Parthian Inscriptional_Pahlavi Psalter_Pahlavi Old_Turkic
Old_Hungarian Hanifi_Rohingya Yezidi Sogdian Old_Sogdian Chorasmian Elymaic Brahmi Kaithi Sora_Sompeng Chakma Mahajani
Sharada Khojki Multani Khudawadi Grantha Newa Tirhuta Siddham Modi Takri Ahom Dogra Warang_Citi Nandinagari
Zanabazar_Square Soyombo Pau_Cin_Hau Bhaiksuki Marchen Masaram_Gondi Gunjala_Gondi Makasar Dives_Akuru Cuneiform
Egyptian_Hieroglyphs Anatolian_Hieroglyphs Mro Bassa_Vah Pahawh_Hmong Medefaidrin Miao Tangut Nushu Duployan
SignWriting Nyiakeng_Puachue_Hmong Wancho Mende_Kikakui Adlam Khitan_Small_Script`.split(/\s+/)
const SCRIPTS = NAMES.map((name): [string, RegExp] => [
  name.replaceAll('_', ' '),
  new RegExp(`\\p{Script=${name}}`, 'u'),
])
const OF_ALL = /[\p{Script=Common}\p{Script=Inherited}]/u
const UNNAMED = 'unknown'

/** Null: it belongs to every script. */
export function scriptOf(character: string): string | null {
  if (OF_ALL.test(character)) return null
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? UNNAMED
}
