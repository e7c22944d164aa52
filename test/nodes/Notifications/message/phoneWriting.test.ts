import { shownPhone } from '../../../../nodes/Notifications/message/phoneWriting';

it.each<{ text: string; shown: string }>([
	{ text: '+55 (11) 98765-4321', shown: '…4321' },
	{ text: "'+5511987654321", shown: "'…4321" },
	{ text: 'call Ana, +5511987654321', shown: 'call Ana, …4321' },
	{ text: '12345', shown: '…2345' },
	{ text: '1234', shown: '1234' },
	{ text: 'n/a', shown: 'n/a' },
])('$text is shown as $shown', ({ text, shown }) => {
	expect(shownPhone(text)).toBe(shown);
});
