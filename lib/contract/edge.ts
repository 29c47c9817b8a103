/** What the edge sends along: its word, and what it found the host and the address of the request to be. */
export const edgeHeaders = { key: 'x-quad-edge', host: 'x-quad-host', address: 'x-quad-address' } as const
