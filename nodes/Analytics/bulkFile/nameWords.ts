/*
 * Words that tell names of columns from values, in the languages that the users of the service write:
 * English, Portuguese, Spanish, and Hindi in Latin letters. All in lower case and without accents.
 */

const words = (text: string) => text.trim().split(/\s+/);

/** A cell with one of these alone is a value of a column of numbers, dates or booleans, or none. */
export const VALUE_WORDS: ReadonlySet<string> = new Set([
	...words('null nil none nan na nd undefined unknown missing empty blank void unset inf infinity'),
	...words('nulo nula vazio vazia nenhum nenhuma desconhecido desconhecida indefinido indefinida'),
	...words('ausente infinito vacio vacia ninguno ninguna desconocido desconocida khali agyat'),
	...words('true false yes no t f y n on off verdadeiro falso sim nao s v verdadero si'),
	...words('haan han ha nahi nahin sahi galat'),
	...words('today yesterday tomorrow hoje ontem amanha hoy ayer manana aaj kal never nunca kabhi'),
	// Days of the week, whole and short.
	...words('monday tuesday wednesday thursday friday saturday sunday'),
	...words('mon tue tues wed thu thur thurs fri sat sun'),
	...words('segunda terca quarta quinta sexta sabado domingo seg ter qua qui sex sab dom'),
	...words('lunes martes miercoles jueves viernes lun mie jue vie'),
	...words('somvar somwar mangalvar mangalwar budhvar budhwar guruvar guruwar shukravar shukrawar'),
	...words('shanivar shaniwar ravivar raviwar itvar itwar'),
	// Months, whole and short.
	...words('january february march april may june july august september october november december'),
	...words('jan feb mar apr jun jul aug sep sept oct nov dec'),
	...words(
		'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
	),
	...words('fev abr mai ago set out dez'),
	...words('enero febrero marzo mayo junio julio septiembre setiembre octubre noviembre diciembre'),
	...words('ene dic janvari farvari aprail joon julai agast sitambar aktubar navambar disambar'),
]);

/** With one of these in it, a phrase says that there is no value: "sem dados", "not_available". */
export const NEGATIONS: ReadonlySet<string> = new Set(
	words('no not non without sem nao sin bina nahi nahin null none unknown undefined missing'),
);

/** Parts of dates: names when they stand alone or in an identifier, but also in "Dia das Mães". */
export const CALENDAR_WORDS: ReadonlySet<string> = new Set(
	words(
		'day date time at hour week month year timestamp dia data hora semana mes ano fecha din tarikh',
	),
);

/**
 * Nouns for what is counted or measured. They name columns, and are no values of theirs. Left out are
 * what a status or a template may be called (sent, read, order), and what a row of sums begins with
 * (total, average).
 */
export const NAME_WORDS: ReadonlySet<string> = new Set([
	...words(
		'id ids uuid count counts amount amounts price prices value revenue quantity qty number',
	),
	...words('rate rates ratio percent percentage score duration phone email name code currency'),
	...words(
		'users customers contacts orders items products stores messages notifications campaigns',
	),
	...words('sessions conversations clicks visits views purchases attempts errors'),
	...words('pedidos itens produtos valor valores quantidade taxa percentual preco receita numero'),
	...words('nome codigo telefone moeda usuarios clientes contatos lojas mensagens notificacoes'),
	...words('campanhas sessoes conversas cliques visitas compras tentativas'),
	...words('articulos productos cantidad tasa porcentaje precio ingresos nombre telefono moneda'),
	...words('contactos tiendas mensajes notificaciones campanas sesiones conversaciones clics'),
]);
