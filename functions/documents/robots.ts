/**
 * Search engines find the school, its events and organizations, where people sign in, and the reference; nothing of a person,
 * no desk and no door.
 */
export const robots = `User-agent: *
Disallow: /
Allow: /$
Allow: /event/
Allow: /org/
Allow: /login$
Allow: /docs
Allow: /llms.txt
Disallow: /event/*/
`
