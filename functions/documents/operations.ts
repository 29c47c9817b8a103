import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { fileText } from './files.ts'
import { referencePage, referencePolicy } from './reference.ts'

const compact = (text: string): string => JSON.stringify(JSON.parse(text))

export const operations: Operations<typeof contract> = {
  async getOpenapi() {
    return fileText('openapi.json', compact)
  },

  async getReference() {
    return answer(referencePage, { headers: { 'content-security-policy': referencePolicy } })
  },

  async getViewer() {
    return fileText('viewer.js')
  },
}
