/** A person of the demo campus who can sign in. */
export type DemoLogin = { tenant: string; email: string; password: string; about: string }

export type DemoPlace = { dataDir: string; origin: string; tableName: string }

/** Makes the demo campus. Runs inside the worker, so its environment is that of the handlers. */
export const demoCampus = async (_place: DemoPlace): Promise<{ logins: readonly DemoLogin[] }> => ({
  logins: [],
})

/** An access token of a person of the demo campus, or undefined when there is no such person. */
export const demoToken = async (_person: string): Promise<string | undefined> => undefined
