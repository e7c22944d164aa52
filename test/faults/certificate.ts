import { generateKeyPairSync, sign } from 'node:crypto';

/** ASN.1 tags, as DER writes them. */
const TAG = {
	integer: 0x02,
	bits: 0x03,
	oid: 0x06,
	text: 0x0c,
	time: 0x17,
	sequence: 0x30,
	set: 0x31,
};
const VERSION_3 = Buffer.from('a003020102', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');

/** A key, and a certificate for a host that nobody but itself vouches for. Node can make none. */
export function selfSignedCertificate(host = 'localhost'): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const algorithm = der(TAG.sequence, der(TAG.oid, ECDSA_WITH_SHA256));
	const name = der(
		TAG.sequence,
		der(TAG.set, der(TAG.sequence, der(TAG.oid, COMMON_NAME), der(TAG.text, Buffer.from(host)))),
	);
	const year = new Date().getUTCFullYear() % 100;
	const validity = der(TAG.sequence, newYear(year - 1), newYear(year + 1));
	const contents = der(
		TAG.sequence,
		VERSION_3,
		der(TAG.integer, Buffer.from([1])),
		algorithm,
		name,
		validity,
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const certificate = der(
		TAG.sequence,
		contents,
		algorithm,
		der(TAG.bits, Buffer.from([0]), sign('sha256', contents, privateKey)),
	);
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
	};
}

function newYear(year: number): Buffer {
	return der(TAG.time, Buffer.from(`${String(year).padStart(2, '0')}0101000000Z`));
}

/** Tag, length and contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const contents = Buffer.concat(parts);
	const { length } = contents;
	const size =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), contents]);
}
