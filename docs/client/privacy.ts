// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { MyData } from './schemas.ts'
import { operation } from './send.ts'

export type GetMyDataInput = Readonly<Record<string, never>>
export type GetMyDataData = MyData
export type GetMyDataFailure = Anywhere | NotSignedIn | Failed<403, 'OWN_PROOF_REQUIRED'> | Failed<429, 'RATE_LIMITED'>

/** What the platform holds about a person. */
export const privacy = (send: Send) => ({
  /** Everything held about the caller, over all their schools, as one document to keep. `GET /my-data` */
  getMyData: operation<GetMyDataInput, GetMyDataData, GetMyDataFailure>(
    send,
    { method: 'GET', path: '/my-data', reads: 'data' },
  ),
})
