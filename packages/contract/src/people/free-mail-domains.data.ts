/** Public free-mail domains that rule `privateEmail` refuses (V007: the specification's list is not included). Reviewed 2026-11. */
const bySpace = `
gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.com.ng yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.in yahoo.co.in yahoo.com.au yahoo.com.br yahoo.co.jp yahoo.co.za yahoo.com.mx yahoo.com.ar
yahoo.com.sg yahoo.com.ph yahoo.com.vn yahoo.com.tr yahoo.com.hk yahoo.com.tw yahoo.com.my yahoo.co.id yahoo.co.nz yahoo.ie yahoo.se yahoo.no yahoo.dk yahoo.pl yahoo.gr yahoo.ro yahoo.com.co yahoo.com.pe
yahoo.com.ve yahoo.cl yahoo.at yahoo.be yahoo.nl yahoo.pt yahoo.cz yahoo.hu yahoo.fi ymail.com rocketmail.com myyahoo.com y7mail.com
outlook.com outlook.fr outlook.de outlook.es outlook.it outlook.in outlook.jp outlook.co outlook.co.id outlook.com.br outlook.com.au outlook.com.ar outlook.com.tr outlook.ie outlook.pt outlook.dk outlook.sa
outlook.my outlook.ph outlook.sg outlook.kr outlook.at outlook.be outlook.cl outlook.cz outlook.hu outlook.lv outlook.sk outlook.com.gr outlook.com.vn outlook.co.th outlook.co.il outlook.co.nz outlook.co.za
hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.nl hotmail.be hotmail.ca hotmail.se hotmail.no hotmail.dk hotmail.fi hotmail.gr hotmail.ch hotmail.at hotmail.com.br hotmail.com.ar
hotmail.com.au hotmail.com.tr hotmail.co.jp hotmail.co.th hotmail.co.za hotmail.co.nz hotmail.co.id hotmail.co.kr hotmail.co.il hotmail.com.hk hotmail.com.tw hotmail.com.vn hotmail.my hotmail.sg hotmail.ph
hotmail.rs hotmail.cz hotmail.hu hotmail.sk hotmail.lt hotmail.lv hotmail.cl live.com live.co.uk live.fr live.de live.it live.nl live.be live.ca live.se live.no live.dk live.ie live.at live.in live.jp live.cn
live.com.au live.com.ar live.com.mx live.com.pt live.com.sg live.com.my live.com.ph live.co.za live.co.kr live.cl live.ru live.hk live.ph msn.com msn.cn passport.com windowslive.com
icloud.com me.com mac.com aol.com aol.co.uk aol.fr aol.de aol.it aol.es aol.in aol.jp aol.com.au aol.com.br aim.com love.com ygm.com games.com wow.com netscape.net netscape.com verizon.net
proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me zoho.com zohomail.com zohomail.eu zoho.eu zohomail.in hey.com fastmail.com fastmail.fm fastmail.net
fastmail.to fastmail.cn fastmail.es fastmail.in fastmail.jp fastmail.us fastmail.com.au fastmailbox.net fastest.cc fmail.co.uk sent.com sent.at mailfence.com runbox.com posteo.de posteo.net posteo.eu posteo.org
mailbox.org disroot.org riseup.net autistici.org startmail.com hushmail.com hushmail.me hush.com hush.ai mailhaven.com countermail.com kolabnow.com ctemplar.com criptext.com skiff.com duck.com simplelogin.com
gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us gmx.co.uk gmx.fr gmx.es gmx.eu gmx.info gmx.org caramail.com caramail.fr web.de freenet.de t-online.de arcor.de online.de email.de 1und1.de mail.de freemail.de
mail.com email.com usa.com myself.com consultant.com post.com europe.com asia.com iname.com writeme.com dr.com engineer.com cheerful.com accountant.com activist.com adexec.com alumni.com alumnidirector.com
angelic.com appraiser.net archaeologist.com arcticmail.com artlover.com atheist.com auctioneer.net bartender.net bikerider.com birdlover.com blader.com boardermail.com brew-master.com brew-meister.com
bsdmail.com catlover.com chef.net chemist.com clerk.com clubmember.org collector.org columnist.com comic.com computer4u.com contractor.net coolsite.net counsellor.com cyberdude.com cyberservices.com
cyber-wizard.com deliveryman.com diplomats.com disciples.com discofan.com doctor.com doglover.com elvisfan.com execs.com fan.com fastservice.com financier.com fireman.net gardener.com geologist.com
graduate.org graphic-designer.com groupmail.com hackermail.com hairdresser.net hilarious.com hot-shot.com housemail.com humanoid.net inoutbox.com insurer.com instruction.com instructor.net job4u.com
journalist.com keromail.com kissfans.com kittymail.com lawyer.com legislator.com linuxmail.org lobbyist.com loveable.com mad.scientist.com madonnafan.com mail-me.com metalfan.com mindless.com minister.com
musician.org musicians.com net-shopping.com ninfan.com nonpartisan.com null.net nycmail.com optician.com orthodontist.net pediatrician.com petlover.com photographer.net physicist.net planetmail.com
planetmail.net politician.com polymath.com popstar.com presidency.com priest.com programmer.net publicist.com qualityservice.com radiologist.net ravemail.com realtyagent.com registerednurses.com reggaefan.com
religious.com repairman.com representative.com rescueteam.com salesperson.net saintly.com scientist.com secretary.net snakebite.com socialworker.net sociologist.com solution4u.com songwriter.net
surgical.net teachers.org tech-center.com techie.com technologist.com theplate.com therapist.net toke.com toothfairy.com tvstar.com umpire.com uymail.com webname.com worker.com workmail.com
yandex.com yandex.ru yandex.ua yandex.by yandex.kz ya.ru mail.ru inbox.ru list.ru bk.ru internet.ru rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru ukr.net i.ua meta.ua bigmir.net email.ua
qq.com vip.qq.com foxmail.com 163.com vip.163.com 126.com yeah.net sina.com sina.cn sohu.com tom.com 21cn.com 139.com 189.cn wo.cn aliyun.com naver.com hanmail.net daum.net nate.com kakao.com hanmir.com
rediffmail.com rediff.com indiatimes.com sify.com in.com vsnl.com vsnl.net bol.com.br uol.com.br terra.com.br ig.com.br globo.com globomail.com zipmail.com.br oi.com.br r7.com
libero.it virgilio.it alice.it tin.it tiscali.it inwind.it iol.it email.it fastwebnet.it poste.it orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr club-internet.fr numericable.fr bbox.fr voila.fr
btinternet.com btopenworld.com talktalk.net talk21.com sky.com virginmedia.com virgin.net ntlworld.com blueyonder.co.uk tiscali.co.uk o2.co.uk orange.net freeserve.co.uk tesco.net lineone.net
seznam.cz email.cz centrum.cz volny.cz post.cz atlas.cz azet.sk zoznam.sk centrum.sk wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu op.pl poczta.fm gazeta.pl tlen.pl vp.pl poczta.onet.pl
freemail.hu citromail.hu indamail.hu abv.bg mail.bg dir.bg gbg.bg walla.com walla.co.il bezeqint.net netvision.net.il zahav.net.il mynet.com ttmail.com maktoob.com gawab.com
comcast.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net mindspring.com juno.com netzero.net netzero.com frontier.com frontiernet.net optonline.net optimum.net rcn.com roadrunner.com
rr.com windstream.net centurylink.net embarqmail.com q.com excite.com lycos.com lycos.co.uk lycos.de lycos.es lycos.fr hotbot.com inbox.com inbox.lv inbox.lt mail.ee hot.ee online.ee
sympatico.ca bell.net rogers.com shaw.ca telus.net videotron.ca cogeco.ca bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au internode.on.net ozemail.com.au xtra.co.nz slingshot.co.nz
mweb.co.za webmail.co.za telkomsa.net vodamail.co.za lantic.net iafrica.com africamail.com africaonline.com mailafrica.net naij.com ng.com hyperia.com multilinks.com.ng zoom.com.ng
ziggo.nl kpnmail.nl planet.nl hetnet.nl home.nl chello.nl xs4all.nl upcmail.nl telenet.be skynet.be proximus.be scarlet.be bluewin.ch hispeed.ch sunrise.ch a1.net aon.at chello.at
telia.com spray.se bredband.net comhem.se tele2.se online.no broadpark.no start.no mail.dk stofanet.dk tdcadsl.dk luukku.com suomi24.fi kolumbus.fi elisanet.fi pp.inet.fi
terra.com terra.es telefonica.net ono.com ya.com sapo.pt clix.pt netcabo.pt mail.pt otenet.gr forthnet.gr in.gr freemail.gr eircom.net iol.ie oceanfree.net
mailinator.com guerrillamail.com guerrillamail.net guerrillamail.org sharklasers.com grr.la 10minutemail.com temp-mail.org tempmail.com tempmail.net tempr.email trashmail.com trashmail.net trashmail.de
yopmail.com yopmail.fr yopmail.net dispostable.com getnada.com nada.email maildrop.cc mintemail.com mohmal.com moakt.com emailondeck.com fakeinbox.com throwawaymail.com spamgourmet.com mytemp.email
discard.email mailnesia.com mailcatch.com spam4.me getairmail.com anonbox.net burnermail.io jetable.org mailnull.com mailsac.com incognitomail.org tempinbox.com owlymail.com spambox.us
bigfoot.com ureach.com usa.net care2.com catholic.org lavabit.com safe-mail.net opayq.com vfemail.net mail2world.com myway.com mailcity.com angelfire.com iwon.com fcmail.com oath.com prodigy.net
peoplepc.com wowway.com cableone.net suddenlink.net atlanticbb.net consolidated.net tds.net hughes.net wildblue.net pobox.com 123mail.org airpost.net allmail.net bestmail.us cluemail.com elitemail.org
emailcorner.net emailengine.net emailgroups.net emailplus.org emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com fastimap.com fastmessaging.com fea.st
fmailbox.com fmgirl.com fmguy.com ftml.net hailmail.net imap.cc imap-mail.com imapmail.org inoutbox.net internet-e-mail.com internetemails.net internet-mail.org internetmailing.net jetemail.net
justemail.net letterboxes.org mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mail-central.com mailforce.net mailftp.com mailingaddress.org mailite.com mailmight.com mailnew.com
mail-page.com mailsent.net mailservice.ms mailup.net mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com postinbox.com postpro.net proinbox.com promessage.com
realemail.net reallyfast.biz reallyfast.info rushpost.com sendme.cz speedpost.net speedymail.org ssl-mail.com swift-mail.com the-fastest.net theinternetemail.com the-quickest.com veryfast.biz
veryspeedy.net warpmail.net xsmail.com yepmail.net your-mail.com
`;

/** The day the list was last reviewed. */
export const FREE_MAIL_DOMAINS_REVIEWED_ON = "2026-11-01";

/** Lower-case domains, each once. */
export const FREE_MAIL_DOMAINS: readonly string[] = [...new Set(bySpace.trim().split(/\s+/))];
