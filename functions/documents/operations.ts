import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, ScriptMissing } from './contract.ts'
import {
  deployedFiles,
  type Files,
  referencePage,
  referencePolicy,
  scriptHeaders,
  scriptNames,
} from './files.ts'

/** Whoever runs the sources has no files beside the code, and says where the texts come from (`infra/local/handlers`). */
export const operationsWith = (textOf: Files): Operations<typeof contract> => ({
  async getOpenapi() {
    return textOf('openapi.json')
  },

  async getReference() {
    return answer(referencePage, { headers: { 'content-security-policy': referencePolicy } })
  },

  async getViewer() {
    return textOf('viewer.js')
  },

  async getScript({ script }) {
    const name = scriptNames.find((one) => one === script) ?? fail(ScriptMissing)
    return answer(await textOf(name), { headers: scriptHeaders })
  },
})

export const operations = operationsWith(deployedFiles)
