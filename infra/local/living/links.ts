import { clubs } from './clubs.ts'
import { evenings } from './evenings.ts'

/** A link of the local platform that signs a demo account in. `path` is the page that it leads to. */
export type SignInLink = {
  readonly role: string
  readonly host: string
  readonly email: string
  readonly path: string
}

/** Names of all pictures that the demo schools show. */
export const pictureNames: readonly string[] = [...clubs, ...evenings].map(({ name }) => name)
