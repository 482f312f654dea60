import { describe, expect, it } from 'vitest'
import { ask } from '../fixture.ts'
import { openInbox } from '../inbox-fixture.ts'

describe('the list of runs', () => {
  it('tells runs of one workflow apart, and finds each by what it holds, is called or asks for [runs.told-apart]', async () => {
    const { desk, session, handIn, post, idOf } = await openInbox()
    const letter = await handIn('to Berlin')
    const parcel = await post('Parcel 7')
    const list = async (text?: string) =>
      (await ask(desk, session, 'runs.list', text === undefined ? {} : { text })).items
    const aboutOf = async (id: string) =>
      (await list()).find((run) => run.id === id)?.about.map(({ kind, text }) => `${kind} ${text}`)
    expect(await aboutOf(letter)).toEqual(['author Send ', 'quote to Berlin'])
    expect(await aboutOf(parcel)).toEqual(['author Post ', 'quote Parcel 7'])
    // Its arguments are in no context yet.
    expect((await list('parcel 7')).map(({ id }) => id)).toEqual([parcel])
    expect((await list('TO BERLIN')).map(({ id }) => id)).toEqual([letter])
    expect(await list('Letters')).toHaveLength(2)
    expect(await list('nowhere')).toEqual([])

    const id = await idOf('Berlin')
    const choice = { id, outcome: 'approve', arguments: {} }
    const { hash } = await ask(desk, session, 'inbox.preview', choice)
    await ask(desk, session, 'inbox.decide', { ...choice, comment: '', hash })
    expect(await aboutOf(letter)).toEqual(['quote title: to Berlin'])
  })
})
