# The gateway at each sign-in of this user, without a window. Put your paths in, then run it once in PowerShell:
#   powershell -ExecutionPolicy Bypass -File windows-task.ps1
# Unregister-ScheduledTask -TaskName Countersign takes it away.
$workspace = "$env:USERPROFILE\countersign"
$action = New-ScheduledTaskAction -Execute "cmd.exe" -Argument "/c countersign serve --config `"$workspace\countersign.yaml`" --data `"$workspace\data`" --json"
$trigger = New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME
$settings = New-ScheduledTaskSettingsSet -RestartCount 3 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero)
Register-ScheduledTask -TaskName Countersign -Action $action -Trigger $trigger -Settings $settings
