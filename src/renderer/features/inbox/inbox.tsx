import { Page } from '../../ui/page.tsx'
import { words } from '../../words.ts'

export function Inbox() {
  return <Page title={words.screens.inbox}>{null}</Page>
}
