/** The part of URL (WHATWG) that browsers and Node share and this realm uses; it has the library of neither. */
declare class URL {
  static canParse(address: string): boolean
  constructor(address: string | URL, base?: string)
  readonly href: string
  readonly origin: string
  readonly pathname: string
  readonly searchParams: { set(name: string, value: string): void }
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}
