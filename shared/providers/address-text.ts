/** Everything that gets copied along with a key or an address: spaces of all kinds, invisible characters, quotes. */
const wrapping = /[\s\u00a0\u00ad\u180e\u200b-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff"'`<>“”‘’«»]/gu

export const withoutWrapping = (typed: string): string => typed.replace(wrapping, '')

/** An address without what came along when it was copied. */
export const cleanAddress = withoutWrapping

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

const azureHosts = /\.(?:openai|services\.ai|cognitiveservices)\.azure\.(?:com|us|cn)$/

export const isAzureHost = (hostname: string): boolean => azureHosts.test(hostname)
