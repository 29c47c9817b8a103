/** A link of the local platform that signs a demo account in. `path` is the page that it leads to. */
export type SignInLink = {
  readonly role: string
  readonly host: string
  readonly email: string
  readonly path: string
}
