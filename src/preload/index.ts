/**
 * The bridge of a dozen lines. It is not edited when a call is added: names and requests are checked on the other side.
 * May import: preload/contract (types).
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import type { Bridge, Push } from './contract.ts'

const bridge: Bridge = {
  kind: 'app',
  call: (name, request) => ipcRenderer.invoke('call', name, request),
  onPush: (listener) => subscribe('push', (push: Push) => listener(push)),
  onLink: (listener) => subscribe('link', (connected: boolean) => listener(connected)),
}

/** The first subscription says that the window is ready: until then the shell holds what it has to say. */
function subscribe<Value>(channel: 'push' | 'link', listener: (value: Value) => void): () => void {
  const receive = (_event: IpcRendererEvent, value: Value): void => listener(value)
  ipcRenderer.on(channel, receive)
  ipcRenderer.send('ready', channel)
  return () => ipcRenderer.removeListener(channel, receive)
}

contextBridge.exposeInMainWorld('countersign', bridge)
