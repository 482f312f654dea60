; Taking Countersign away: it starts no longer at login. Data stays unless the person says so; silent removal, as an
; update does it, asks nothing and takes nothing.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "dev.countersign.desk"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "dev.countersign.desk"
    IfSilent keepData
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Remove your workspaces too, with every decision and the log? They are in $APPDATA\countersign." IDNO keepData
    RMDir /r "$APPDATA\countersign"
    keepData:
  ${endIf}
!macroend
