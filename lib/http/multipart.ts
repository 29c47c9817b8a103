import busboy from '@fastify/busboy'
import { fail } from '../contract/failure.ts'
import { PayloadTooLarge, ValidationError } from '../contract/failures.ts'
import type { Form } from '../contract/row.ts'
import type { UploadedFile } from '../operation.ts'

export type Parts = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, UploadedFile>>
}

const malformed = { details: [{ field: '', message: 'The multipart body cannot be read' }] }

/** The place of a file among those that the operation knows: its name, or when that is taken `name2`, `name3`. */
const slotOf = (
  name: string,
  { files }: Form,
  taken: Readonly<Record<string, unknown>>,
): string | undefined =>
  [name, `${name}2`, `${name}3`].find((slot) => files.includes(slot) && taken[slot] === undefined)

/** Reads a multipart body: text fields, and at most one file of each name that the operation knows. More is refused. */
export const readForm = (bytes: Uint8Array, type: string, form: Form): Promise<Parts> =>
  new Promise<Parts>((resolve, reject) => {
    const refuse = (...failure: Parameters<typeof fail>) => {
      try {
        fail(...failure)
      } catch (error) {
        reject(error)
      }
    }
    const fields: Record<string, string> = Object.create(null)
    const files: Record<string, UploadedFile> = {}
    let parser: InstanceType<typeof busboy.Busboy>
    try {
      parser = new busboy.Busboy({
        headers: { 'content-type': type },
        limits: {
          files: form.files.length,
          fields: 50,
          fieldSize: form.mostField ?? 64 * 1024,
          fileSize: form.maxBytes,
          headerPairs: 50,
          parts: 60,
        },
      })
    } catch {
      return refuse(ValidationError, malformed)
    }
    parser.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) refuse(PayloadTooLarge)
      else fields[name] = value
    })
    parser.on('file', (name, stream, filename, _encoding, mime) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => refuse(PayloadTooLarge))
      stream.on('end', () => {
        const slot = slotOf(name, form, files)
        if (slot !== undefined)
          files[slot] = { bytes: Buffer.concat(chunks), filename: String(filename ?? ''), type: mime }
        else
          refuse(ValidationError, {
            field: name,
            details: [{ field: name, message: 'No file is taken here' }],
          })
      })
    })
    parser.on('filesLimit', () => refuse(ValidationError, malformed))
    parser.on('error', () => refuse(ValidationError, malformed))
    parser.on('finish', () => resolve({ fields, files }))
    parser.end(Buffer.from(bytes))
  })
