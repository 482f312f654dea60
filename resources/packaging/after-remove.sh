
# Countersign starts no longer at login. As each person, because the entry is theirs. An update ($1 is upgrade, or 1)
# takes nothing away, and data is never touched.
case "$1" in
  remove | purge | 0)
    getent passwd | while IFS=: read -r person _ number _ _ home _; do
      if [ "$number" -ge 1000 ] && [ -f "$home/.config/autostart/dev.countersign.desk.desktop" ]; then
        runuser -u "$person" -- rm -f "$home/.config/autostart/dev.countersign.desk.desktop" || true
      fi
    done
    ;;
esac
