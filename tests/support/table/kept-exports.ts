import { chainOfParts, partHash, partsDiffer } from '../../../lib/gateways/export-parts.ts'
import type { ExportStore, MultipartFile } from '../../../lib/gateways/gateways.ts'

/** Exports in memory, as S3 keeps them: a file is there once it is ended. */
export const keptExports = (files = new Map<string, Uint8Array>()): ExportStore => {
  const begun = new Map<string, Map<number, Uint8Array>>()
  const nameOf = ({ key, id }: MultipartFile): string => `${key} ${id}`
  return {
    put: async (key, bytes) => void files.set(key, bytes),
    read: async (key) => files.get(key),
    remove: async (key) => void files.delete(key),
    async begin(key) {
      const id = `upload${begun.size}`
      begun.set(nameOf({ key, id }), new Map())
      return id
    },
    async part(file, number, bytes) {
      const parts = begun.get(nameOf(file))
      if (!parts) throw new Error('A part came for a file that is not being written.')
      parts.set(number, bytes)
    },
    async end(file, chain) {
      const parts = begun.get(nameOf(file))
      if (!parts) {
        if (files.has(file.key)) return
        throw new Error('A file was completed before it was started.')
      }
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)
      if (chainOfParts(ordered.map(partHash)) !== chain) throw partsDiffer()
      files.set(file.key, Buffer.concat(ordered))
      begun.delete(nameOf(file))
    },
    abort: async (file) => void begun.delete(nameOf(file)),
    address: async (key, until) => `http://exports.test/${key}?until=${until.toISOString()}`,
  }
}
