import { createMemoryStore } from '../../../src/main/store/memory/memory-store.ts'
import { describeSearches } from '../searches-contract.ts'
import { describeStore } from '../store-contract.ts'
import { describeWaiting } from '../waiting-contract.ts'

describeStore('memory store', async () => createMemoryStore())
describeWaiting('What waits in a memory store', async () => createMemoryStore())
describeSearches('Searches in a memory store', async () => createMemoryStore())
