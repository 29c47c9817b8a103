import { afterAll } from 'vitest'
import { leaks, startListening } from './said.ts'

// Runs before each test file, and has a last word after it: whatever the file is about, no line that the platform logged
// under it may hold an address, a token, a password, a name, a phone number or a code.
startListening()

afterAll(() => {
  const found = leaks()
  if (found.length > 0) throw new Error(`The log tells about a person, ${found.length} times: ${found[0]}`)
})
