// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stale_picture.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/look.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kRibbonHeight = 28, kRibbonPadding = 14, kBelowRibbon = 12, kBesideRibbon = 12;
constexpr float kStalePictureVeil = 0.55F;

} // namespace

StalePicture::StalePicture(Document& document, TimelineView& view) : QWidget(&view), m_document(document)
{
    setObjectName(QStringLiteral("stale-picture"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    view.installEventFilter(this);
    connect(&m_document, &Document::draftChanged, this, &StalePicture::follow);
    connect(&m_document, &Document::stateChanged, this, &StalePicture::follow);
    connect(&m_document, &Document::evaluationChanged, this, &StalePicture::follow);
    connect(&m_document, &Document::evaluationFailed, this, &StalePicture::follow);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    follow();
}

void StalePicture::follow()
{
    const std::vector<ParameterProblem>& problems = m_document.draftProblems();
    const QString reason = problems.empty() ? m_document.evaluationError().section(QLatin1Char('\n'), 0, 0)
                                            : coreSentence(problems.front().message);
    m_text = reason.isEmpty() || !m_document.evaluation()
                 ? QString()
                 : tr("Last working parameters · %1", "reason").arg(reason);
    setAccessibleName(m_text);
    setGeometry(parentWidget()->rect());
    setVisible(!m_text.isEmpty());
    raise();
    update();
}

QString StalePicture::text() const
{
    return isHidden() ? QString() : m_text;
}

bool StalePicture::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parentWidget())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void StalePicture::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = c.window;
    veil.setAlphaF(kStalePictureVeil);
    painter.fillRect(rect(), veil);
    const int room = width() - 2 * (kBesideRibbon + kRibbonPadding);
    const QString text = fontMetrics().elidedText(m_text, Qt::ElideRight, std::max(room, 0));
    const int wide = fontMetrics().horizontalAdvance(text) + 2 * kRibbonPadding;
    const QRect ribbon((width() - wide) / 2, height() - kRibbonHeight - kBelowRibbon, wide, kRibbonHeight);
    painter.setPen(c.warning);
    painter.setBrush(c.panel);
    painter.drawRoundedRect(QRectF(ribbon).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setPen(c.text);
    painter.drawText(ribbon, Qt::AlignCenter, text);
}

} // namespace bubblescope::ui
