import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { test as it } from '../support/fixtures.ts'
import { agent, openTestGateway } from '../support/gateway.ts'

const ASKED: Record<string, string> = {
  'How large is notes.txt': 'files.get_file_info',
  'how big is the file': 'files.get_file_info',
  'how old is the announcement': 'files.get_file_info',
  'what is in this folder': 'files.list_directory',
  'show me the drafts': 'content_review',
  'list drafts': 'content_review',
  'show me notes.txt': 'files.read_text_file',
  'what does notes.txt say': 'files.read_text_file',
  'take a look at the notes': 'files.read_text_file',
  'summarise the announcement': 'files.read_text_file',
  'is there a file about holidays': 'files.search_files',
  'compare the two files': 'files.read_multiple_files',
  'make the text shorter': 'file_change',
  'pay a bill': 'payment',
}

it('what a newcomer asks the sample workspace finds what does it [config.sample-found]', async ({
  folder,
}) => {
  await cp('resources/sample', folder, { recursive: true })
  const gateway = await openTestGateway('', {
    folder,
    configuration: join(folder, 'countersign.yaml'),
  })
  onTestFinished(() => gateway.close())
  await vi.waitFor(() => expect(gateway.discovery.entry('files.get_file_info')).not.toBeNull(), 20_000)
  for (const [query, id] of Object.entries(ASKED)) {
    const { answer } = await gateway.discovery.search(agent(), { query })
    const { results } = answer as { results: { item: { id: string } }[] }
    expect(
      results.slice(0, 3).map(({ item }) => item.id),
      query,
    ).toContain(id)
  }
})
