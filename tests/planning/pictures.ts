/** The smallest picture. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const boundary = 'x-boundary'
const part = (name: string, content: string | Uint8Array): Buffer => {
  const named = typeof content === 'string' ? '' : '; filename="x.html"\r\ncontent-type: text/html'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}
/** What a form sends: its fields and, under `image`, a picture that calls itself a page. */
export const form = (fields: Readonly<Record<string, string>>, image?: Uint8Array) => ({
  raw: Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(name, value)),
    ...(image ? [part('image', image)] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
})
