import { generateKeyPairSync, sign } from 'node:crypto';

/** ASN.1 tags, as DER writes them. */
const [INTEGER, BITS, OID, TEXT, TIME, SEQUENCE, SET] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31];
const VERSION_3 = Buffer.from('a003020102', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/** A key, and a certificate for a host that nobody but itself vouches for. Node can make none. */
export function selfSignedCertificate(host: string): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const algorithm = der(SEQUENCE, der(OID, ECDSA_WITH_SHA256));
	const commonName = der(SEQUENCE, der(OID, COMMON_NAME), der(TEXT, Buffer.from(host)));
	const name = der(SEQUENCE, der(SET, commonName));
	const year = new Date().getUTCFullYear() % 100;
	const newYear = (of: number) =>
		der(TIME, Buffer.from(`${String(of).padStart(2, '0')}0101000000Z`));
	const contents = der(
		SEQUENCE,
		VERSION_3,
		der(INTEGER, Buffer.from([1])),
		algorithm,
		name,
		der(SEQUENCE, newYear(year - 1), newYear(year + 1)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = der(BITS, Buffer.from([0]), sign('sha256', contents, privateKey));
	const cert = der(SEQUENCE, contents, algorithm, signature).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
	};
}

/** Tag, length and contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const contents = Buffer.concat(parts);
	const { length } = contents;
	const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), contents]);
}
