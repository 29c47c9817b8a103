/** The header with the visit key. A request with it is at the synthetic school, whatever its host. */
export const visitHeader = 'x-quad-visit'
