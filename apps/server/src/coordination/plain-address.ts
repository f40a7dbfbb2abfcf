const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** An address as people write it: a socket for both kinds tells an IPv4 address as `::ffff:127.0.0.1`. */
export const plainAddress = (address: string): string => MAPPED_IPV4.exec(address)?.[1] ?? address;
