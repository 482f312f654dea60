/** Something that was looked at on this machine. */
export interface MachineCheck {
  id: string
  title: string
  /** `bad`: something will not work. `note`: something to know. */
  state: 'good' | 'note' | 'bad'
  text: string
  /** What to do, as a sentence; null: nothing. */
  help: string | null
}
