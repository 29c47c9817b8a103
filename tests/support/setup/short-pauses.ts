import { vi } from 'vitest'

// What met a conflict waits up to seconds in all; here a twentieth of that, still at random and longer each time.
vi.mock('../../../lib/table/pause.ts', () => ({
  pause: (attempt: number) =>
    new Promise<void>((resume) => setTimeout(resume, Math.random() * 1.25 * 2 ** attempt)),
}))
