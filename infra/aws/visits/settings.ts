/** Settings of the functions that visit a stage, as the text of the variable `VISITS`. */
export type VisitSettings = {
  /** The platform's address, and that of a school. */
  readonly platform: string
  readonly school: string
  /** The visit key. Without one there is no synthetic student. */
  readonly key?: string
  /** The synthetic student's address: AWS's mailbox simulator, which accepts every mail and shows it to nobody. */
  readonly email: string
}

export const readVisitSettings = (text: string | undefined): VisitSettings => JSON.parse(text ?? '{}')
