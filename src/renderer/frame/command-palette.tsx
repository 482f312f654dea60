import {
  CircleDot,
  Footprints,
  Keyboard,
  Monitor,
  Moon,
  Plug,
  Rows2,
  Rows4,
  Sun,
  UserRound,
} from 'lucide-react'
import { useLocation } from 'wouter'
import { speakCard } from '../items/sentence.tsx'
import { useCall } from '../queries.ts'
import { type Theme, useDesk } from '../state.ts'
import { Palette, type PaletteItem } from '../ui/palette.tsx'
import { words } from '../words.ts'
import { peopleWords } from './people-words.ts'
import { SCREENS, type ScreenName } from './screens.ts'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon }
const THEMES: Theme[] = ['system', 'light', 'dark']

/** Everything that can be gone to or done from anywhere. */
export function CommandPalette() {
  const [, navigate] = useLocation()
  const { paletteOpen, theme, density, singleKeys, set } = useDesk()
  const waiting = useCall('inbox.list', { status: 'you', limit: 50 }, { enabled: paletteOpen })
  const screens = SCREENS.map(
    ({ name, icon: Icon }, index): PaletteItem => ({
      id: `screen ${name}`,
      label: words.screens[name],
      keys: words.keys.screen(index + 1),
      icon: <Icon size={15} />,
      onSelect: () => navigate(`/${name}`),
    }),
  )
  const parts = SCREENS.flatMap(({ name: screen, icon: Icon }) =>
    Object.entries(partsOf(screen)).map(
      ([part, name]): PaletteItem => ({
        id: `part ${screen} ${part}`,
        label: words.palette.part(words.screens[screen], name),
        also: words.palette.also[part],
        icon: <Icon size={15} />,
        onSelect: () => navigate(`/${screen}/${part}`),
      }),
    ),
  )
  const items = (waiting.data?.items ?? []).map(
    (item): PaletteItem => ({
      id: item.id,
      label: speakCard(item),
      icon: <CircleDot size={15} />,
      onSelect: () => navigate(`/inbox/${item.id}`),
    }),
  )
  const all = waiting.data?.total ?? 0
  const isPart = all > items.length
  const appearance = [
    ...THEMES.filter((other) => other !== theme).map((other): PaletteItem => {
      const Icon = THEME_ICONS[other]
      return {
        id: `theme ${other}`,
        label: words.palette.theme[other],
        icon: <Icon size={15} />,
        onSelect: () => set({ theme: other }),
      }
    }),
    {
      id: 'density',
      label: density === 'compact' ? words.palette.comfortable : words.palette.compact,
      icon: density === 'compact' ? <Rows2 size={15} /> : <Rows4 size={15} />,
      onSelect: () => set({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    },
    {
      id: 'single keys',
      label: singleKeys ? words.palette.singleKeysOff : words.palette.singleKeysOn,
      icon: <Keyboard size={15} />,
      onSelect: () => set({ singleKeys: !singleKeys }),
    },
    {
      id: 'add server',
      label: words.palette.addServer,
      also: words.palette.also.addServer,
      icon: <Plug size={15} />,
      onSelect: () => {
        set({ addingServer: true })
        navigate('/catalog/connections')
      },
    },
    {
      id: 'person',
      label: peopleWords.switchPerson,
      icon: <UserRound size={15} />,
      onSelect: () => set({ switcherOpen: true }),
    },
    {
      id: 'first steps',
      label: words.inbox.emptySteps,
      icon: <Footprints size={15} />,
      onSelect: () => {
        set({ firstRun: 'open' })
        navigate('/inbox')
      },
    },
    {
      id: 'keys',
      label: words.palette.keySheet,
      keys: '?',
      icon: <Keyboard size={15} />,
      onSelect: () => set({ keySheetOpen: true }),
    },
  ]
  return (
    <Palette
      open={paletteOpen}
      onClose={() => set({ paletteOpen: false })}
      label={words.palette.label}
      placeholder={words.palette.placeholder}
      noneLabel={isPart ? words.palette.noneOfFirst(items.length, all) : words.palette.none}
      groups={[
        { title: words.palette.screens, items: screens },
        ...(items.length > 0
          ? [{ title: isPart ? words.palette.firstItems(items.length, all) : words.palette.items, items }]
          : []),
        { title: words.palette.appearance, items: appearance },
        { title: words.palette.parts, items: parts },
      ]}
    />
  )
}

function partsOf(screen: ScreenName): Record<string, string> {
  return screen in words.parts ? words.parts[screen as keyof typeof words.parts] : {}
}
