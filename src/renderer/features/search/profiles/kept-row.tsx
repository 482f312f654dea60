import { Ellipsis } from 'lucide-react'
import { navigate } from 'wouter/use-hash-location'
import type { ProfilesView } from '../../../../preload/contract.ts'
import { callGateway, messageOf } from '../../../gateway.ts'
import { useBridge } from '../../../queries.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu } from '../../../ui/controls/menu.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { LONG_OFFER_MS, offerToast } from '../../../ui/feedback/toast-button.tsx'
import { OneLine } from '../../../ui/text/quote-chip.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { useTuning } from '../tuning/tuning.ts'
import { ProfileText } from './profile-text.tsx'
import { profileWords as words } from './profile-words.ts'

/** A profile that is kept: try it, apply it, rename or remove it. */
export function KeptRow({
  kept: { name, profile, at },
  profiles,
  onRename,
}: {
  kept: ProfilesView['saved'][number]
  profiles: ProfilesView
  onRename: () => void
}) {
  const bridge = useBridge()
  const { tryOut, set } = useTuning()
  async function remove(): Promise<void> {
    try {
      await callGateway(bridge, 'profiles.remove', { name, profile })
      offerToast(words.removed(name), {
        label: words.undo,
        onPress: () => void putBack(),
        forMs: LONG_OFFER_MS,
      })
    } catch (fault) {
      showToast(words.notRemoved, { tone: 'failed', detail: messageOf(fault) })
    }
  }
  async function putBack(): Promise<void> {
    try {
      await callGateway(bridge, 'profiles.save', { name, profile, replaces: null, at })
      showToast(words.restored(name))
    } catch (fault) {
      showToast(words.notRestored, { tone: 'failed', detail: messageOf(fault) })
    }
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium [overflow-wrap:anywhere]">
            <OneLine text={name} />
          </span>
          <span className="text-sm text-ink-muted">
            {words.keptAt} <Time at={at} />
          </span>
        </p>
        <ProfileText profile={profile} settings={profiles.settings} />
      </div>
      <div className="flex items-center gap-2">
        <Button
          size="small"
          aria-label={words.tryNamed(name)}
          onClick={() => {
            tryOut(profile, name)
            navigate('/search')
          }}
        >
          {words.tryIt}
        </Button>
        <Menu
          trigger={<IconButton label={words.more(name)} icon={<Ellipsis aria-hidden size={14} />} />}
          groups={[
            [
              {
                label: words.applyNamed(name),
                opensDialog: true,
                onSelect: () => set({ applying: { name, profile, again: false } }),
              },
              { label: words.rename, opensDialog: true, onSelect: onRename },
            ],
            [{ label: words.remove, onSelect: () => void remove() }],
          ]}
        />
      </div>
    </li>
  )
}
