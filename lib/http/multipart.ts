import busboy from '@fastify/busboy'
import { fail, failureText } from '../contract/failure.ts'
import { PayloadTooLarge, ValidationError } from '../contract/failures.ts'
import type { Form } from '../contract/row.ts'
import { englishText } from '../contract/text/prepared.ts'
import type { UploadedFile } from '../operation.ts'

export type Parts = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, UploadedFile>>
}

/** Limits of one multipart body (rules/http 43). `headerSize` is in bytes, for one part. */
export const multipartLimits = { fields: 100, parts: 110, headerPairs: 50, headerSize: 16 * 1024 } as const

const malformed = { details: [{ field: '', message: 'The multipart body cannot be read' }] }
const tooManyText = failureText('A multipart form has at most {most} fields', {
  most: multipartLimits.fields,
})
const tooManyParts = {
  details: [{ field: '', message: englishText(tooManyText) }],
  texts: [tooManyText],
}

/** A file's key in the form: its field name, or `name2`, `name3` when that is taken. */
const slotOf = (
  name: string,
  { files }: Form,
  taken: Readonly<Record<string, unknown>>,
): string | undefined =>
  [name, `${name}2`, `${name}3`].find((slot) => files.includes(slot) && taken[slot] === undefined)

/** The boundary of a content type (RFC 2046, at most 70 characters). */
const boundaryIn = (type: string): string | undefined => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  return boundary !== undefined && /^[\w'()+,./:=? -]+$/.test(boundary) ? boundary : undefined
}

/**
 * Whether a body has more parts than any form. The parser would create a stream for each part before it could refuse
 * one.
 */
const hasTooManyParts = (bytes: Buffer, boundary: string): boolean => {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let parts = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    parts += 1
    // The first delimiter has no line break before it, and the last one closes the body. So the delimiters found equal
    // the parts.
    if (parts > multipartLimits.parts) return true
  }
  return false
}

/**
 * Reads a multipart body: text fields, and at most one file for each file field of the operation. Others are refused.
 */
export const readForm = async (bytes: Uint8Array, type: string, form: Form): Promise<Parts> => {
  const boundary = boundaryIn(type) ?? fail(ValidationError, malformed)
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (hasTooManyParts(body, boundary)) fail(PayloadTooLarge, tooManyParts)
  return parse(body, boundary, form)
}

const parse = (body: Buffer, boundary: string, form: Form): Promise<Parts> =>
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
    const parser = new busboy.Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: {
        ...multipartLimits,
        files: form.files.length,
        fieldSize: form.mostField ?? 64 * 1024,
        fileSize: form.maxBytes,
      },
    })
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
            details: [{ field: name, message: 'This field does not accept a file' }],
          })
      })
    })
    parser.on('fieldsLimit', () => refuse(PayloadTooLarge, tooManyParts))
    parser.on('filesLimit', () => refuse(ValidationError, malformed))
    parser.on('error', () => refuse(ValidationError, malformed))
    parser.on('finish', () => resolve({ fields, files }))
    parser.end(body)
  })
