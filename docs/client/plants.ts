// Made by `npm run derive` from the route table; changes belong there.
import type { Failed, Send } from './outcome.ts'
import type { NewPlant, Plant } from './schemas.ts'
import { operation } from './send.ts'

export type CreatePlantInput = NewPlant
export type CreatePlantData = Plant
export type CreatePlantFailure =
  | Failed<400, undefined>
  | Failed<401, undefined>
  | Failed<403, undefined>
  | Failed<404, undefined>
  | Failed<405, undefined>
  | Failed<413, undefined>
  | Failed<415, undefined>
  | Failed<500, undefined>
  | Failed<503, undefined>

/** The sample plant store, interface version 1.0.0. */
export const plants = (send: Send) => ({
  /** Creates a plant. `POST /plants` */
  createPlant: operation<CreatePlantInput, CreatePlantData, CreatePlantFailure>(
    send,
    { method: 'POST', path: '/plants', body: true, reads: 'bare' },
  ),
})
