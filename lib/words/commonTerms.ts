// The terms that mails have most often, the most frequent first, as the codec of documents numbers them: each costs a
// few bits there. A change of the list is another version of the codec. Knows no codec.

/** Words of English, and the commonest of other languages, of mails and of what they are about; folded and stemmed. */
const list = `
the a for to and of is in use this be with or https if that it by as are on not from com can an file 1 you packag
see will instal i org version 2 npm github all js requir option 0 name exampl we also when support have function
which 3 your more ani type set but at valu return other default string onli pleas node no c would provid io our
includ follow doc me 4 my api code may one so licens build do new test should get has note was these modul thank
contain there they object inform what document let e run know http he const www us svg about command depend just
call list number make sourc librari out some need usag system up detail like user 8 html regard creat true error
been avail time then 5 their s specifi 6 npmjs add data chang status could line work how same who allow them
descript than img am implement master had configur start his current best output process doe save v send g import
now read argument case here format 7 each sh linux first hi without updat hello addit download dear javascript sent
directori attach into check email program mail dev re standard fw instead log fwd specif cc generat refer subject l
url messag shield date under bug today report charact tomorrow key yesterday project applic monday consol tuesday
path n wednesday result b thursday ci friday x pars saturday such sunday base januari text februari t must march
given main april end june d juli softwar august en differ septemb interfac fals octob imag novemb want action decemb
h jan page develop feb defin json mar match apr var mit jun method copi jul aug where oper sep branch sept pass next
oct way nov befor dec releas export week direct month found after year sinc day open hour most local minut input
morn mean array afternoon index even readm featur meet help environ schedul author agenda request latest discuss
review variabl distribut team tree take properti script badg possibl relat maintain remov written invoic part
payment write exist pay gnu foo paid etc order issu last purchas both po non enabl while account info copyright
custom secur free client util compani were contract tool agreement point modifi offer header share quot quotat ad
price cost either perform budget dm amount two total fix compil vat abov tax handl net access otherwis gross f eur
full size usd travi gbp r chf find bank usr iban term intern bic content swift tri null transfer limit don't due
singl overdu section synopsi remind coverag config receipt mode deliveri express encod deliv valid ship summari
public shipment describ complet track address mani compat street origin citi level byte phone below tel whether
mobil o separ fax p offic id general manag link director execut definit sale md alway market syntax control via
servic babel engin entri well hr extens 9 financ style legal man anoth depart print group yarn src websit aw ltd
becaus gmbh length between inc multipl llc map automat ag sdk through co corp look event kg manual back sarl except
bv boolean binari confidenti flag privileg browser space intend nodej recipi done notifi window normal sender kernel
immedi tag those delet memori disabl disclaim buffer unsubscrib right ignor over archiv parser item devel stream
click expect initi core class paramet view fail simpl onlin load particular later locat privaci own polici howev
consid condit root search exit field reserv purpos png top newslett rather give subscrib connect password termin
replac login still usernam structur alreadi verifi behavior confirm form common recommend posix bit question special
answer plugin built repli long respond ts languag respons lib feedback indic web comment associ store correct
filenam undefin problem previous solut similar itself server zero display warn various accept might sindresorhus
permiss instanc show obtain bar convert second prefix babelj caus databas block br appli onc u symbol credit design
promis product pkg devic qualiti cli queri plan href rang success progress throw resolv thing receiv finish perl
target m begin global int determin align readi wiki async unix thread abl bash equival await usual within codecov
workflow contribut tabl forward equal cannot wrote bin platform empti extend invok said avoid definitelytyp say
context think notic thought attribut resourc python tidelift callback hope bind hear doesn't escap talk algorithm
speak gmt actual soon altern asap close everi sorri safe apolog reason appreci regular medium welcom select great
pattern sign good blob merg better dure present width fine cach publish sure unless yes rule ensur ok count okay
veri repo wrong app place again coveral improv produc keep collect effect someth aq warranti known sub repositori
until port upstream git made explicit instruct typescript therefor es kind though none although impli clone fast fit
nativ yet never repres label prefer often element sometim raw protocol mayb major old perhap probabl permit realli
unicod exact invalid much glibc dir few w word static least utm sever less necessari center mark against char typic
larg attempt longer neither div guid detect z posit move break third state restrict integ too final earli integr
late subscript debug shell y short basic high notmuch jest low per big signal small overrid occur err respect young
identifi wikipedia decod q patch correspond stat utf host come mainten came certain compar go scope went filesystem
gone macro els pointer took futur taken sequenc bir de di die further och og yang și для и ル 用 다 assert gave fs
combin david put spec xml edit declar kept void し 文 hash helper el txt shown gh leav compress campaign left runtim в
の 的 시 feel you'r prev seem deal becom color der older constructor ask told switch la を tell assum believ understand
max vulner agre graph les und suggest credenti bu jméno у appear arg propos van て 件 는 transform decid simpli decis
pull approv referr miss ein le libc signatur struct す 名 env sindr grant descriptor urgent sorhus prioriti setup
peopl consist dan ist る 文件 이 person whi yml amazon logo woman dynam friend introduc token famili column child forc
compon イ 息 children bodi den des home doubl hous continu popi se sort ve і car step room contributor turn socket een
para thus world ー 述 자 off countri translat utf8 et suppli von govern strict merchant busi affect money can't alloc
del は 描 session fact shall openssl commit das un prototyp anyth insert noth chfn wrap în れ 描述 가 everyth ds someon
anyon pair dep everyon interpret ascii ref zu real sampl で side site treat için до accord plain preserv stack regex
idea deprec av bsd dari est het navn que um wird に 信 를 reduc wide maximum ident constant unit around lot expos
convers ン 信息 extern rest par machin bottom overview front proper q1 appropri q2 4n em さ 일 q3 daemon stop q4 skip du
fy three omit kpi damag sys roi redistribut pm conf att az care chsh contact nazwa olarak si フ ceo namespac cto wait
cfo iter vp failur werden faq auto fyi eta met して 하 filter tbd architectur tba mozilla nda con stabl parent sla
authent crm fichier oder foundat erp privat と pdf benchmark lc docx append portion xls communiti xlsx k handler ppt
al beskrivels ini star い 示 을 pptx domain suitabl jpg extra jpeg ljharb sync faster gif soubori з join zip activ tar
ト csv pour sie serial fn htm endpoint ansi modif mount ei felhasználó ic network worden описание が 정 req eml init
wrapper quick rfc optim upgrad model nombr som され 名称 represent edu absolut gov apt abstract dies ip nom uk disk fr
aris por также た 称 기 insid encrypt nl bring eu schema ile minor una не ch remain record ca nicht os au convent な
gmail liabl wish yahoo param hotmail prevent synchron outlook histori googlegroup alt queue microsoft entir auf
googl il namn ou untuk イル 그 verbos appl bundl outsid happen mon cd linkedin db facebook unknown statement twitter
abi ha opi pentru ァ j zoom auch listen slack tracker whose skype los sup jestj webex assign mailto catch easi negat
nome te uma ファ 서 gz numer norepli také veya або member coordin push pre glob como ett regist する 一 stdout offset
liter speed menu une cross cw 10 wordt о ッ 용 float 11 whole fallback 12 changelog 13 togeth multi 14 independ 15
hook sur systemd 16 capabl ァイ 参 portabl 17 individu 18 emit 19 metadata 20 split errno 21 down 22 dateien interact
ja nem niet sebuah soubor tarafından буде ス 지 23 render claim 24 iso 25 isn't assur 26 newer keyword 27 symlink 28
nodei head1 グ 29 herebi 30 explan higher 31 mime las res 00 pipe 01 introduct task 02 clear 03 min op ser プ 是 수 sec
04 clean newlin 05 fulli 06 07 lead 08 trace 09 flat om 户 expand 40 readabl 45 trust drop 49 lock 50 sieh nest є 60
minim restor 70 obj если シ 不 으 75 hard caller 80 conveni 90 comput bus fichero 99 dump profession 100 beschreibung
pas sustain 120 draft katso na és あ 有 150 str 200 suit strip 250 gzip subsequ 300 templat 400 exclud choos 500 600
dalam serv ur voor é ま 如 고 administr 800 titl 1000 cover 2000 digit generic 5000 2015 loop you'll 2016 meta logic
2017 ee 2018 liabil unsign 2019 hide nie post 2020 recurs freedesktop 2021 middlewar 2022 che da shadow zijn 前 나
2023 deriv 2024 yaml 2025 aus proc awsjavascriptsdk 2026 recent preced 2027 enough desir af mechan till 合 用户 random
duplic arbitrari dbus chain ms gnome retriev channel dat fordítás käyttäjä название 出 定 면 manipul holder conform
sphinx react chart commonj sont bundler medikoo passwd よ kılavuz pro якщо resolut across learn decim sell lockfil ao
aussi dit ftp nama こ 에 perf construct opt alia th gitlab i'm easili boot tue ア 系 i'll crypto dot we'll à gtk i'v
signific we'v suffix charg didn't guarante anch door letter não информацию き 果 은 hex modern mt won't ne safeti sind
earlier unicorn i'd asynchron wouldn't renam couldn't archivo cu gcc käyttäjän lub még viz öntanımlı щодо 行 broken
haven't wasn't hardwar inspect aren't istanbul interest voir es6 they'r minimum head2 we'r regexp с 場 한 john
whitespac stdio regardless michael relev driver opcion peter comparison bound paul ce whom apach media ク 令 jame
backward robert substanti thoma self advanc także richard precis william along disclosur daniel kan martin muestra
til 명 jshttp andrew greater chris math christoph head extract stephen sistem на increment steve reset alex screen てい
使 alexand dem protect anna ed maria esta snapshot dist susan legaci sarah trigger strong laura fi meg myös pode
potenti файлы リ 在 사 julia indent upon lisa argv affich benutz comma karen linda hold sublicens jennif jessica cpan
nor か 可 emili diff kate lower fd helen histor fetch elena furnish wenn eva versionbadg visual claudia uniqu deze
exec sandra ら 如果 니 tort andrea seri storag stefan incompat christian cwd dosya sistema також cjs frank gpl han
optionen repeat baz klaus whatev 場合 选 tostr jen remot lar lb printf erik emac nicola red fastest pierr jean agent
akan descrizion opti 命 書 사용 mari devdepend githubusercont philipp runkit carlo effici scheme jose squar juan invoc
lui region 1m nu ない 见 miguel hack antonio kann qui uid standalon marco complex variant giusepp smith tr jone uri
brown parallel veja смотрите ョ 使用 하는 framework miller primari kullanıcı користувача fall müller fri schmidt prior
weber encount meyer pretti stderr wagner fork 明 becker consum bitt folder reli dank pid buf programm utilisateur
vielen webpack sehr did larger geehrt fill naam по 目 置 로 geehrter kill stringifi herr reject frau travers chalk
damen height secret herren increas charset した 此 freundlichen power grüßen revers noninfring grüße experiment enter
viel font lieb allbox hallo csak dacă descripción digunakan eller guten за ある 中 startup sourceforg registri thrown
bad reach practic risk 名前 tarbal concept istanbulj lesser einen einer gebruikt profil или り 스 ich behaviour 3a wir
leak peut zlib certif zobacz im editor infin consult semant vis れる 项 java für ss esm ie css univers bei adapt
souboru які pad simplifi arquivo dell mix nach ook 统 説 파 wie stuff virtual noch plus nur lbx páginas overridden
sponsor aber cett gpg smithi destin leírás nume pliki tiedostossa 显 説明 commerci haben sebastian hat unus prepar
communic unlik trail können compos er halaman opción veder ョン 显示 파일 tcl cpu war segment delimit über english
enterpris dom bis news durch achiev four 関 rechnung gnupg angebot avec tradit homepag auftrag green açiklama
informac makefil pued bestellung prompt lieferung es5 polyfil magic anbei scan uit ド 选项 작 ioctl anhang yourself vs
datei nss betreff measur gesendet mac cov nachricht cgi telefon blog det バ evalu straße captur ihr littl ihnen auth
mask unser wed glib alias mir canon informazioni név pliku să tiedot う 理 해 mich submit gettext sich rais awar está
tk dieser desktop ast dass cap toolkit depth ロ 全 zum cmake emul zur kullanılır файли quit vom proxi decompress
bonjour natur merci browserifi easier cordial routin bien opgegeven programa tidak パ 以 인 nr madam st especi monsieur
preset slash decrypt stdlib loader blue ショ gid situat subsect choic sinopsi sudo inherit cycl conflict clock
descrição mention zal も 命令 전 human rs frame maco favorit guess overwrit beskrivn period sau uuden назва デ 密 vous
inlin brightgreen nous addr je graphic reliabl informationen whenev ell miscellan yield len gebruik smaller être 作 項
보 wheel avoir discard fait pi lo subdirectori ietf aux utilis val recogn blank 指 項目 typeerror obsolet votr robust
localhost notr layout book nos einval vos thousand cryptograph factur bestand hand su também содержит いる 으로 timeout
devi sat matcher pièce technic joint destroy matter опис background rendez anonym 并 者 réunion compliant hola
processor gracia interv pure saludo vertic estimado live cb estimada rout aan comando hogi jeśli past voidaan
параметры オ 更 의 pr pathnam packet meant tab visit ai round ctx för コ selector mind offici gnutl sp gt ecmascript
cours よう 니다 más exceed qt pero pp sus cat información cooki beltran factura bjohanseba pedido implicit sens ム
adjunto shim box reunión upload ciao undef ssh grazi behav saluti attack popular gentil enhanc atau buongiorno filer
kein layer são versión из 或 설 lint uuid lookup texi python3 statist sono concurr della ainoa bracket din この 下 area
alla fattura quiet approach ordin allegato pl 9c riunion echo olá hierarchi usado 数 션 obrigado vari interrupt
obrigada účtech suffici atenciosament backup verbatim prezado truncat badgen listinfo redirect brace är オプ licenc
entiti pam fatura millisecond retri anexo 3aissue valeur groeten 3aopen far bedankt checkout substitut todo
синтаксис プシ 大 어 xlib vriendelijk timestamp timer groet ipv6 argumento goe worth among atom migrat ssl マ 手 appveyor
theme lack boundari advantag calcul beyond factuur ainoastaan buku ext hu kommer opções podręcznika seçeneği
uživatel із 여 bestel partial unistd bijlag alpha latter pem discov adjust arithmet delay れた på loss suppress jag
reflect lt ipc worker demonstr bij ficheiro jason opzioni 指定 도 eg koa ikk complianc zeigt med eslint partit vi
enumer jeg slow internet mvh entorno ownership そ parti hilsen effort faktura ng stabil sensit typeof white her jsou
системи goal nan linha utent ード 要 대 abil exe ambigu incorrect involv backslash temporari expans alkuperäiseen dash
jako 式 qix ac explain slice digest huge proto dictionari fun alter esto panduan pelo visa テ 系统 리 crash factor enforc
chrome makeinfo opensourc pend scenario abc 码 連 hint sein hidden newli plik použití seçenekler записів alphabet stay
esser tcp файл ラ 할 msg flexibl modular trim extent belong rate detta カ tm def supplement keygrip expir obvious wurd
indirect uncompress anneta chown felhasználói opção przez versi 退 関連 본 upper 3m carl subset establish hostnam
wildcard mirror tout mailman concern 退出 oidc jonschlinkert přihlášení значення libdbus piotr unchang creation crt
sun comm dengan expressj padrão 参见 합 htmlparser2 pub edg batch nf insensit embed ex ipv4 unexpect け cs salida sha1
lang confus man1 law frequent sinops 能 連項 있 retain mb benefit autoconf you'd feed lu overhead annettu firefox fájlok
obsahuj tilvalg va く tti cut lgpl dirnam almost einem lp thu geen показать れて 了 제 untrust cmd foreach writer visibl
opencollect succeed fehler lazi essenti ever イン 配 silent wu act counter opcj ui chosen rf job angegeben claus
informasi standaard utiliza 定し 경 napi dns weak backend md5 swc uživatele команди sergei vendor え compact nonzero
verif transpil union véase freeli sig categori grep antamalla informação kell moet slower ユ 에서 sizeof cursor eme ls
brows chunk golovan notat melvin ユー 登 notif oauth matrix feross bc minifi num ander mai には 옵 gitter cdn primit
dosyalar ejemplo параметри pitch flow cancel placehold svr4 書式 swap stdin tcltk onto health fake basi acknowledg
dispon dos ideal lign であ 字 합니 solv reus narrow profit diablo libxml2 slight organ 2m acest arvo magyar 報 vb asset ae
autor printabl deni yarg mock restart deepequ especificado ィ 식 caveat grace daha gshadow overwritten unnecessari
verwendet hexadecim ix josh henc ント 加 pc deno 1v 1p deep inclus scale ing arm indien versão работу ルを 安 옵션 accent
autotool watch manpag unstabl owner cryptographi fcntl troy っ 存 away 4u libtool boss sso 5v func whatwg subclass
arvon göster hesla jika ow predeterminado satisfi áttekintés користувачів 帮 情 설명 8u race lite octet shift enum py
garbag emitt mathiasbynen 助 情報 monitor peterblazejewicz hyphen row fullwidth halfwidth browserslist bugzilla colon
usada команды 帮助 著 름 codec regress 2u gibt lm błażejewicz referenc phrase nice cada coupl transit eperm junon nroff
qu stackoverflow prerequisit belirtilen nebo роботу accur walk dei misc то しな 和 이름 mkdir notabl lambda bootstrap
lista spawn pack syst uint8array circular arvoon bold sunt ザ 改 xmlsec principl pool lazr drive bun proof paus 3bsd
directorio kunnen 変 지정 tutori dead irc rebuild tclsh articl resid transport attr li 著者 avatar assist awesom deb
cuando příkaz są themselv що fee disposit writabl underscor bestanden sprintf 并退 버 isaac percent primarili capit
manuel former intrins inod fixtur bench mxxii sección でき 息并 xmlsec1 payload truthi troff lru age befehl paquet
vector seen builder asetukset esbuild fișier lásd ログ 成 만 instrument launch sourcemap latin cmdoption etr reload
assembl exclus ルの 新 unsupport inspir dosyası skupini див win middl rewrit aggreg inject forma iconv naar secara 密码
기본 carri distro setuptool employ soft mknod domhandl pick impact formatt 个 実 mingw unsaf spell pip tail tini sethead
deflat builtin умолчанию ーザ 행 suppos defer odd sgolovan patent automak artist super dedic caso flaggor francesco
sayfa zobrazí лише 設 账 franki gerwien groenhoff lovergin mgroenhoff beendet paolo pytest tclsh8 wish8 yortus 設定 账户
하고 unfortun mike ld nonstandard distinguish admin mot cpus nul メ 次 prop neglig scratch cygwin stron hoist hmac
consequenti anv ruta ジ 所 적 rsa createserv central dual jon malloc být herhangi можна reader familiar icon 录
settimeout intro ns basenam fault pod somewher hp persist być guard podem vagi zoal る場 它 동 3aintegrate solari acquir
compt widget concaten linear eventu instanti valgrind black ウ jkey jkeylu unset alon fragment pillarj conduct button
pgp valor wall zie как 些 입 verb critic rainbow whatsoev pokud seçenek usabl та gain syscal défaut physic demo brief
のフ 配置 american yellow materi doxygen pnpm bool pthread tmp fo maar orden plural 実行 들 serializ classic lowercas sock
ordinari webmak detach summar orient figur ninc ば 包 donat seek argc también tls incorpor six standardj anyway erro
spread その 分 과 mjs you'v hata може xxx gunzip toml nettl necessarili dumper ステ 这 comprehens aim autom utc distinct
polecenia cert fc peer maildir particip electron закончить パス 않 incom dest clang land página runner overflow
foreground indiqu wert freebsd epoch こと 表 makemak ecosystem coe nyc xslt sum chanc cur ellei ke poat že とし 组 라
strategi enclos ieee 1i meaning abort eval qualifi consider sd セ complic autr mandatori closest ab escrib recompil
libxslt flush got apena enkel micromatch файла め 安全 내 qs threshold incomplet prepend tous dict informacj chat koaj
unpack popul procedur ージ disappear xopen php cn guidelin chaqu revis hesel ilgili consequ tortious imposs mas
параметр 版 실 multipart kb ar constraint entrada pt ps observ scalar annot coreutil ennalleen を指 为 workaround wchar
twice perman bzip2 fair corrupt schlinkert gen frequenc penggunaan tonen это つ 값 nbsp semver fire million torsten
typedef introspect fatal royalti しま lpr stage light kullanıcının skupinových ma compli internation violat 合は 하지
gateway extutil rememb sera chromium smart deleg journal isc serious ワ 会 experi jqueri technolog postinst postcss
dienstprogramm nt peuvent cast unlock zone ale aurelien ensimmäisen nélkül から 法 터 jarno wherea sole checksum manpath
statuscod substr entr unspecifi httplib2 uppercas ォ manner undici veritabanı east bare distanc intent sleep 6m
wadllib búsqueda passwort quando questo syslog при 户信 용하 arch we'd canius stylelint werner intel rc ws exhaust jump
ウン 于 avahi 4m tick srcset initrd xs ben 本 우 watcher octal micro ubersicht endian seq preprocessor pretend 3type
afișează citlivé enteriä manualsid új облікових 列 sbin mem intercept exempl rgb balanc cluster infer td usar フォ 时 문
bunch instant unifi shutdown keyr ital gesetzt mm submodul xz だ readthedoc highlight reproduc hit się evil texinfo
french touch 3aci comandi defecto oleh ます 值 조 readfil fu held lts reboot pseudo pipelin catalog ンド advis erreur
ninja oss rich redhat son extrem refus createreadstream qw dla egi erikseen fie gli occurr быть テム 管 요 svid esc
aspect pin chose libtasn1 martian seed linker instanceof わ 相 bp floor agnost crc bori evilmartian flake8 hagemeist
pakket è シス 来 부 macosx marvin marvinhagemeist rtd má usuario yeni zope encourag libm 2i cela stand sts 将 用い deploy
life bypass ahead uc variat fresh 1u isto pilihan いな 置文 력 amp meson bucket linter yu weakmap studio dynamodb että
felhasználók wise kit programmat revert bz2 shebang heavili negoti configurazion exemplo fingerprint 最 음 paragraph
mono není sayfası бути furthermor aucun behind onnen smallest topic iam cleanup formato sha ォル 作者 near ecma malform
bezeichnung safari 3n conjunct dado highest opzion что デフ 습 recov durat opaqu ctrl beispiel doit hundr pictur
prettier ルト 含 lost crypt vim contrast alongsid fashion five regener bcoe această ang dato gibi gruppo lodash minden
namen quitter será tampilkan uživatelských дані только み 认 습니 8m exploit transmit multibyt enoent averag tc
discourag うに 其 libltdl auteur mu shouldn't chmod estándar rdf gobject extglob gplv3 evp mesmo ze コマ 工 메 freetyp
remaind bogu tmac anywher nazwi card rt unmount マン 空 denot rust anymor fudg exp suivant jp bilgisini záznam wi
readon mostra processo unzip た場 包含 타 pypi pragma rare analog whati howto chines setzt timezon mod closur finger
opció oraz xdg 1o daisi weird fold fh arr screenshot efault npx werd を使 一个 없 sanit accessor wget perfect 9a overal
etag vroff w'd xyz 具 同 grow exchang ispel announc musí otro це larri printer fulfil piec ele grammar может 大纲 정보
elaps nd classifi debconf traduct callsit pathext beta sexp transpar mensaj realtim ンを 纲 gulp slave brand fifo vm
invari execv ran seu supersed utiliz って 入 유 presenc infrastructur discoveri factori lugar press aka tend benjamin
half 由 cipher запису freenod weight subcommand autogen overlap happi lightweight berka beschrijv usuário ut 時 程 나타
percentag xapian forget postrm night prs demand abbrevi ratio transact ック 注 dd ere hilf translationproject
fontconfig chapter otra derefer keyboard bsds cvs impos страниц せ 표 pain cflag evanw gi système circumst tsconfig
defineproperti phase greek arama lehet siguient suid systému допомогою ワー 册 jwt jsdelivr eras savannah sibl benutzt
parcel expat fprintf hybrid ess 値 手册 출 tex mto lose dirmngr powerpc usa rand grupp readdir jridgewel bendingbend ると
cheatham cybersecur testrunn watchman launchpad cr cpp cyril downstream avsluta dann qualquer superus カウ 默 프
unprivileg kde openpgp subsystem role flavor fakeroot záznamy короткий lstat ht lexer トリ 默认 sched anton
aqutilisateur parenthes diagnost focus tap navig bison caracter gb pagina защищаемую られ 用的 드 textual asm nonblock`;

export const commonTerms: readonly string[] = list.trim().split(/\s+/);
