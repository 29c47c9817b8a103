/** Headers that the edge adds: its key, and the host and address that it found. */
export const edgeHeaders = { key: 'x-quad-edge', host: 'x-quad-host', address: 'x-quad-address' } as const

/** The header with the visit key. A request with it is at the synthetic school, whatever its host. */
export const visitHeader = 'x-quad-visit'
