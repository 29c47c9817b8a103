/** Seconds by which an identity provider's clock may differ from ours, as Shibboleth allows too (rules/saml 62). */
export const skewSeconds = 180
