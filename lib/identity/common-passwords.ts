let common: Promise<ReadonlySet<string>> | undefined

// Half a megabyte that only an operation that sets a password should load.
const loaded = async (): Promise<ReadonlySet<string>> => {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default.map((word) => word.toLowerCase()))
}

/** Whether a password, in any casing, is among the 49,233 that leaks show most often. */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  common ??= loaded()
  return (await common).has(password.normalize('NFKC').trim().toLowerCase())
}
