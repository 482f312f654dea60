/** Long work between everything else that the gateway's thread has to do. */
import { findNearestIds } from '../search/closeness.ts'
import { createSlicer, type Slicer } from '../search/slicer.ts'

export function createThreadSlicer(): Slicer {
  return createSlicer({
    now: () => performance.now() * 1000,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  })
}

export async function findNearestInSlices(...question: Parameters<typeof findNearestIds>): Promise<string[]> {
  return await createThreadSlicer().run(findNearestIds(...question))
}
