import type { World } from '../world.ts'

/** Counts the items that queries look at, past the platform. */
export const watchExamined = ({ runtime }: Pick<World, 'runtime'>): { count: number } => {
  const seen = { count: 0 }
  runtime.client.documents.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      seen.count += (result.output as { ScannedCount?: number }).ScannedCount ?? 0
      return result
    },
    { step: 'initialize' },
  )
  return seen
}
