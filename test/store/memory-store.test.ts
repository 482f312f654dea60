import { createMemoryStore } from '../../src/main/store/memory-store.ts'
import { describeStore } from './store-contract.ts'

describeStore('memory store', async () => createMemoryStore())
