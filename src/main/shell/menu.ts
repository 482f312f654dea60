/** The application menu: what every program has, and the way to each screen. */
import { Menu, type MenuItemConstructorOptions } from 'electron'

export interface MenuActions {
  goTo: (route: string) => void
  goToOldest: () => void
}

const SCREENS: [label: string, route: string][] = [
  ['Inbox', '#/inbox'],
  ['Runs', '#/runs'],
  ['Catalog', '#/catalog'],
  ['Search', '#/search'],
  ['Activity', '#/activity'],
  ['Settings', '#/settings'],
]

/** Plus is on the key of the equals sign, or on the number pad: whoever presses it there means the same. */
const MORE_ZOOM_KEYS = [
  ['zoomIn', 'CmdOrCtrl+='],
  ['zoomIn', 'CmdOrCtrl+numadd'],
  ['zoomOut', 'CmdOrCtrl+numsub'],
  ['resetZoom', 'CmdOrCtrl+num0'],
] as const

export function setMenu(actions: MenuActions, options: { mac: boolean; developer: boolean }): void {
  const go: MenuItemConstructorOptions[] = SCREENS.map(([label, route], index) => ({
    label,
    accelerator: `CmdOrCtrl+${index + 1}`,
    click: () => actions.goTo(route),
  }))
  const template: MenuItemConstructorOptions[] = [
    ...(options.mac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [options.mac ? { role: 'close' } : { role: 'quit' }] },
    { role: 'editMenu' },
    {
      label: 'Go',
      submenu: [
        ...go,
        { type: 'separator' },
        {
          label: 'Item That Waits Longest',
          accelerator: 'CmdOrCtrl+Shift+J',
          click: () => actions.goToOldest(),
        },
      ],
    },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        ...MORE_ZOOM_KEYS.map(([role, accelerator]) => ({ role, accelerator, visible: false })),
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(options.developer
          ? ([{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] as const)
          : []),
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
