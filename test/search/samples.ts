/** Catalog parts for the tests of discovery, with the seeds' examples. */
import type { Capability, Definition } from '../../src/main/model/definition.ts'
import type { JsonObject } from '../../src/main/model/json.ts'
import type { AgentPrincipal, HumanPrincipal } from '../../src/main/model/principal.ts'
import type { SearchProfile } from '../../src/main/model/search-profile.ts'
import type { CatalogEntry, CatalogSource } from '../../src/main/search/catalog.ts'
import { buildClassicIndex, type ClassicIndex } from '../../src/main/search/classic/classic-index.ts'
import { createDiscovery, type Discovery } from '../../src/main/search/discovery.ts'
import { finish } from '../../src/main/search/slicer.ts'
import { declareState, declareTransition, declareWorkflow } from '../workflow/declarations.ts'

export function makeCapability(id: string, parts: Partial<Capability> = {}): Capability {
  return {
    id,
    title: id,
    description: '',
    tags: [],
    aliases: [],
    examples: [],
    guards: [],
    executor: { kind: 'noop' },
    source: { kind: 'expose' },
    readOnly: false,
    ...parts,
  }
}

export function makeWorkflow(id: string, parts: Partial<Definition> = {}): Definition {
  const states = { begin: declareState({ finish: declareTransition('end') }), end: declareState() }
  return declareWorkflow(states, { id, title: id, ...parts })
}

/** Seed 002: the alias example. */
export const RELEASE_PROMOTE = makeCapability('release.promote', {
  title: 'Promote release',
  description: 'Promote a release candidate to production.',
  aliases: ['deploy', 'ship', 'push-to-prod'],
  tags: ['release', 'production'],
})

/** Seed 000: the capability of its examples. */
export const LIST_ISSUES = makeCapability('github.list_issues', {
  title: 'List GitHub issues',
  description: 'List issues from a GitHub repository.',
  tags: ['github', 'issues'],
  inputSchema: {
    type: 'object',
    required: ['repo'],
    properties: { repo: { type: 'string' } },
    additionalProperties: false,
  },
  source: { kind: 'import', connection: 'github', tool: 'list_issues' },
  readOnly: true,
})

/** Seed 000: the workflow of its examples, in part. */
const DEPLOY_PIPELINE = makeWorkflow('deploy_pipeline', {
  title: 'Deploy Pipeline',
  description: 'Lint, test, build, and deploy a service.',
  tags: ['deploy', 'pipeline'],
  initialState: 'lint',
  states: {
    lint: declareState({
      run_lint: declareTransition('ready', { title: 'Run linter', actor: 'deterministic' }),
    }),
    ready: declareState({ go: declareTransition('done', { title: 'Ship it' }) }),
    done: declareState(),
  },
})

/** Seed 003's shape: an agent submits, a person decides. */
export const CONTENT_REVIEW = makeWorkflow('content_review', {
  title: 'Content review',
  description: 'Draft content and have it reviewed.',
  tags: ['content'],
  inputSchema: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
  initialState: 'drafting',
  states: {
    drafting: declareState(
      { submit_draft: declareTransition('in_review', { title: 'Hand in', description: 'To the editors' }) },
      { title: 'Drafting' },
    ),
    in_review: declareState(
      {
        approve: declareTransition('published', { actor: 'human' }),
        reject: declareTransition('drafting', { actor: 'human' }),
      },
      { goal: 'Await the editor', guidance: 'Explain unobtainium patiently.' },
    ),
    published: declareState({}, { description: 'Live for readers' }),
  },
})

export function makeSource(parts: Partial<CatalogSource> = {}): CatalogSource {
  return {
    workflows: { deploy_pipeline: DEPLOY_PIPELINE, content_review: CONTENT_REVIEW },
    capabilities: [LIST_ISSUES, RELEASE_PROMOTE],
    connections: [{ name: 'github', title: 'GitHub', kind: 'mcp' }],
    include: ['proxy', 'workflows'],
    ...parts,
  }
}

export function openDiscovery(
  parts: Partial<CatalogSource> = {},
  options: { homeLimit?: number; profile?: SearchProfile; usage?: Record<string, { count: number }> } = {},
): Discovery {
  let micros = 0
  return createDiscovery({
    source: makeSource(parts),
    homeLimit: options.homeLimit ?? 100,
    profile: options.profile ?? { ranking: 'classic' },
    mark: 'start-1',
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    usage: () => options.usage ?? {},
    now: () => {
      micros += 7
      return micros
    },
  })
}

export function createClassicIndex(entries: CatalogEntry[]): ClassicIndex {
  return finish(buildClassicIndex(entries))
}

export function makeEntry(id: string, parts: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    id,
    kind: 'capability',
    title: '',
    description: '',
    tags: [],
    aliases: [],
    examples: [],
    text: '',
    source: 'configuration',
    ...parts,
  }
}

/** An agent that may see everything, or only items with one of these tags. */
export function makeAgent(tags: string[] | null = null): AgentPrincipal {
  return {
    kind: 'agent',
    id: 'agent:test',
    client: 'test',
    label: 'test',
    roles: [],
    permissions: [],
    tags,
    sees: 'own',
  }
}

export const PERSON: HumanPrincipal = {
  kind: 'human',
  id: 'human:ada',
  name: 'ada',
  roles: [],
  permissions: [],
  session: 'se_1',
}

interface WireItem {
  id: string
  kind: string
  links: { rel: string; title?: string; method: string; args: JsonObject }[]
}

/** The ids of a home page's items or a search's results, in order. */
export function idsOf(answer: JsonObject): string[] {
  const items = (answer.items ??
    (answer.results as unknown as { item: WireItem }[]).map(({ item }) => item)) as unknown as WireItem[]
  return items.map(({ id }) => id)
}

export function linkOf(answer: JsonObject, rel: string): WireItem['links'][number] {
  const found = (answer.links as unknown as WireItem['links']).find((link) => link.rel === rel)
  if (found === undefined) throw new Error(`There is no link '${rel}' in ${JSON.stringify(answer)}.`)
  return found
}
