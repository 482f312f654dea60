/** Given to vitest: says which random cases the property tests try. */
import fc from 'fast-check'
import { isLong } from '../support/effort.ts'

/**
 * `npm test` tries the same cases every time, so that what fails was broken by the change at hand;
 * `npm run test:long` tries others each time, and prints the seed of what fails.
 */
if (!isLong(process.env)) fc.configureGlobal({ seed: 20261122 })
