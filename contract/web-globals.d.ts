/** The part of URL (WHATWG) that browsers and Node share and this realm uses; it has the library of neither. */
declare class URL {
  static canParse(address: string): boolean
  constructor(address: string)
  readonly href: string
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
}
